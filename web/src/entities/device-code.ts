/** The code of a device, as the QR code of a TV carries it in an address. */
export function codeIn(raw: Record<string, unknown>): { code?: string } {
  return typeof raw.code === 'string' && raw.code ? { code: raw.code.slice(0, 40) } : {};
}
