/**
 * What a person typed or pasted as an address, a code or a number, without what is not shown: spaces at its ends,
 * zero-width characters, marks of direction. Full-width characters become the usual ones. As `text.Identifier` on the server.
 */
export function identifier(typed: string): string {
  return typed
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replaceAll('\u3000', ' ')
    .normalize('NFC')
    .trim();
}

/** Before the "@": anything but spaces, control characters and what RFC 5322 (3.2.3) keeps for other uses; dots only between. */
const localPart = /^[^\s\p{Cc}"(),.:;<>@[\\\]]+(\.[^\s\p{Cc}"(),.:;<>@[\\\]]+)*$/u;

/** Letters, digits and inner hyphens, in any script. */
const label = /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Whether SMTP can carry a mailbox, with the domain in ASCII form: 254 bytes, and 63 bytes in each label. */
function isSendable(name: string, domain: string): boolean {
  if (!URL.canParse(`https://${domain}`)) return false;
  const { hostname } = new URL(`https://${domain}`);
  return bytes(`${name}@${hostname}`) <= 254 && hostname.split('.').every((part) => part.length <= 63);
}

/** Whether the server accepts a text as an email address: the rule of `mail.IsAddress`, tested with the same table. */
export function isAddress(typed: string): boolean {
  const address = identifier(typed.normalize('NFKC')); // ligatures and mathematical letters become the usual ones
  const at = address.indexOf('@');
  const [name, labels] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1).split(/[.。]/)];
  const top = labels.at(-1) ?? '';
  return (
    bytes(name) <= 64 &&
    localPart.test(name) &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    /^..+$/u.test(top) &&
    !/^\d+$/.test(top) &&
    isSendable(name, labels.join('.'))
  );
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
