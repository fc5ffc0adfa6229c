package commerce

// shareAmong divides an amount that went back of a payment among its orders. owed is the amount of each order that has not gone back.
// The first order that is owed exactly the amount gets all of it. Otherwise the orders are filled in sequence. A rest above the sum of
// owed belongs to no order.
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
