import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

/** What an authenticator app shows (RFC 6238), `steps` codes from now. */
export function appCode(secret: string, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Goes through the set-up on the security page as far as the first code; returns the secret that the app is given. */
export async function setUp(page: Page, begin: string, password: string): Promise<string> {
  await page.getByRole('button', { name: begin, exact: true }).click();
  await page.locator('main [type="password"]').fill(password);
  await page.locator('main button[type="submit"]').click();
  return ((await page.locator('.sec__key code').textContent()) ?? '').replaceAll(' ', '');
}
