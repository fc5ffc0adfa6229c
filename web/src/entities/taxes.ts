/** One tax of a channel; its rate is in percent. */
export interface Tax {
  name: string;
  rate: number;
}

/** Divides taxes by their rates, to the cent. The server divides those of an order in the same way. */
export function splitTaxes(amount: number, taxes: readonly Tax[]) {
  let rates = taxes.reduce((sum, { rate }) => sum + rate, 0);
  let left = amount;
  return taxes.map(({ name, rate }, i) => {
    const part = i + 1 < taxes.length ? Math.round((left * rate) / rates) : left;
    left -= part;
    rates -= rate;
    return { name, amount: part };
  });
}
