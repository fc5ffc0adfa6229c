package stripesim

const (
	kindProduct = "product"
	kindPrice   = "price"
)

// longest is the greatest interval_count of each interval: three years. https://docs.stripe.com/api/prices/create
var longest = map[string]int64{"day": 3 * 365, "week": 3 * 52, "month": 3 * 12, "year": 3}

func (c *call) createProduct() (object, error) {
	if err := c.only("active", "description", "id", "images", "metadata", "name", "statement_descriptor", "tax_code", "unit_label", "url", "shippable"); err != nil {
		return nil, err
	}
	if c.p.str("name") == "" {
		return nil, missing("name")
	}
	id := c.p.str("id")
	if id == "" {
		id = newID("prod")
	}
	if _, taken := c.any(id); taken {
		return nil, invalid("resource_already_exists", "id", "Product already exists.")
	}
	o := c.put(c.base(kindProduct, id).with(object{
		"active": true, "default_price": nil, "description": nil, "images": strs(c.p.values("images")), "marketing_features": []any{}, "name": "",
		"package_dimensions": nil, "shippable": nil, "statement_descriptor": nil, "tax_code": nil, "unit_label": nil, "updated": c.now, "url": nil,
	}))
	if err := c.changeProduct(o); err != nil {
		return nil, err
	}
	c.emit("product.created", o)
	return o, nil
}

func (c *call) changeProduct(o object) error {
	if err := c.copyStrings(o, "description", "name", "statement_descriptor", "unit_label", "url", "tax_code"); err != nil {
		return err
	}
	active, err := c.boolean(o.flag("active"), "active")
	if err != nil {
		return err
	}
	o["active"], o["updated"] = active, c.now
	o["metadata"], err = c.metadata(o.in("metadata"))
	return err
}

func (c *call) retrieveProduct() (object, error) { return c.find(kindProduct, c.target(), "id") }

func (c *call) updateProduct() (object, error) {
	if err := c.only("active", "description", "metadata", "name", "statement_descriptor", "unit_label", "url", "tax_code"); err != nil {
		return nil, err
	}
	found, err := c.find(kindProduct, c.target(), "id")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if err := c.changeProduct(o); err != nil {
		return nil, err
	}
	c.emit("product.updated", o)
	return o, nil
}

func (c *call) listProducts() (object, error) {
	if err := c.only("active", "created", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	return c.page(kindProduct, "/v1/products", c.equal("active"))
}

func (c *call) createPrice() (object, error) {
	if err := c.only("active", "currency", "lookup_key", "metadata", "nickname", "product", "product_data", "recurring", "tax_behavior", "unit_amount"); err != nil {
		return nil, err
	}
	product, err := c.find(kindProduct, c.p.str("product"), "product")
	if name := c.p.str("product_data", "name"); name != "" {
		inner := &call{tx: c.tx, s: c.s, r: c.r, p: &params{kids: map[string]*params{"name": {leaf: true, value: name}}}}
		product, err = inner.createProduct()
	}
	if err != nil {
		return nil, err
	}
	currency, err := c.currency()
	if err != nil {
		return nil, err
	}
	o, err := c.newPrice(c.p, product.id(), currency)
	if err != nil {
		return nil, err
	}
	if err := c.changePrice(o); err != nil {
		return nil, err
	}
	c.emit("price.created", o)
	return o, nil
}

// newPrice makes the price that group describes: of a call for prices, or as price_data in one for subscriptions.
func (c *call) newPrice(group *params, product, currency string) (object, error) {
	inner := &call{tx: c.tx, s: c.s, r: c.r, p: group}
	if !group.has("unit_amount") {
		return nil, missing("unit_amount")
	}
	amount, err := inner.whole("unit_amount")
	if err != nil {
		return nil, err
	}
	if amount < 0 || amount > maxAmount {
		return nil, invalid("parameter_invalid_integer", "unit_amount", "This value must be greater than or equal to 0.")
	}
	o := c.base(kindPrice, newID("price")).with(object{
		"active": true, "billing_scheme": "per_unit", "currency": currency, "custom_unit_amount": nil, "lookup_key": nil, "nickname": nil,
		"product": product, "recurring": nil, "tax_behavior": "unspecified", "tiers_mode": nil, "transform_quantity": nil, "type": "one_time",
		"unit_amount": amount, "unit_amount_decimal": group.str("unit_amount"),
	})
	if group.has("recurring") {
		interval, err := inner.choice("", []string{"day", "week", "month", "year"}, "recurring", "interval")
		if err != nil {
			return nil, err
		}
		count := int64(1)
		if group.has("recurring", "interval_count") {
			count, err = inner.whole("recurring", "interval_count")
		}
		if err != nil {
			return nil, err
		}
		if interval == "" || count < 1 || count > longest[interval] {
			return nil, invalid("", "recurring[interval]", "A recurring price needs an interval of at most three years.")
		}
		o["type"] = "recurring"
		o["recurring"] = object{"interval": interval, "interval_count": count, "meter": nil, "usage_type": "licensed"}
	}
	return c.put(o), nil
}

func (c *call) changePrice(o object) error {
	if err := c.copyStrings(o, "lookup_key", "nickname"); err != nil {
		return err
	}
	active, err := c.boolean(o.flag("active"), "active")
	if err != nil {
		return err
	}
	o["active"] = active
	o["metadata"], err = c.metadata(o.in("metadata"))
	return err
}

func (c *call) retrievePrice() (object, error) { return c.find(kindPrice, c.target(), "price") }

func (c *call) updatePrice() (object, error) {
	if err := c.only("active", "lookup_key", "metadata", "nickname"); err != nil {
		return nil, err
	}
	found, err := c.find(kindPrice, c.target(), "price")
	if err != nil {
		return nil, err
	}
	o := c.edit(found)
	if err := c.changePrice(o); err != nil {
		return nil, err
	}
	c.emit("price.updated", o)
	return o, nil
}

func (c *call) listPrices() (object, error) {
	if err := c.only("active", "currency", "created", "product", "type", "lookup_keys", "limit", "starting_after", "ending_before"); err != nil {
		return nil, err
	}
	keys, fits := c.p.values("lookup_keys"), c.equal("active", "currency", "product", "type")
	return c.page(kindPrice, "/v1/prices", func(o object) bool {
		found := len(keys) == 0
		for _, key := range keys {
			found = found || o.str("lookup_key") == key
		}
		return found && fits(o)
	})
}
