package commerce

// shareAmong divides a refund or a disputed amount among the orders of its payment. owed[i] is the part of order i that has not gone back
// yet. An order of which exactly the amount is owed gets all of it, the first one if there are several. Otherwise the orders are filled
// in sequence. Money above the sum of owed belongs to no order.
func shareAmong(owed []int64, amount int64) []int64 {
	shares := make([]int64, len(owed))
	for i := range owed {
		if owed[i] == amount {
			shares[i] = amount
			return shares
		}
	}
	for i := range owed {
		shares[i] = min(amount, owed[i])
		amount -= shares[i]
	}
	return shares
}
