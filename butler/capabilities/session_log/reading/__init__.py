"""How bytes become records: line splitting, tolerant parsing, receipts, and the parts that formats share."""
