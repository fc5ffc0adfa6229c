import { useMemo } from 'react';
import { hasCode } from '#/api/failure';
import type { CustomForm } from '#/api/types';
import { useBootstrap } from './channel';

export type Captcha = NonNullable<CustomForm['captcha']>;

/** What the script of reCAPTCHA v3 offers (https://developers.google.com/recaptcha/docs/v3). */
interface Recaptcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** The provider's script did not come: a blocker, a firewall, or no connection. */
export class CaptchaBlocked extends Error {}

/** A script that has not answered by then is taken for blocked. */
const PATIENCE_MS = 10_000;

const offered = () => (window as Window & { grecaptcha?: Recaptcha }).grecaptcha;

/** Loads the provider's script, once; after a failure the next call tries again. */
export function loadCaptcha({ script, site_key }: Captcha): Promise<Recaptcha> {
  const src = `${script}?${new URLSearchParams({ render: site_key })}`;
  const there = loads.get(src);
  if (there) return there;
  const load = insert(src).catch((error: unknown) => {
    loads.delete(src);
    throw error;
  });
  loads.set(src, load);
  return load;
}

const loads = new Map<string, Promise<Recaptcha>>();

function insert(src: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    const fail = () => {
      element.remove();
      reject(new CaptchaBlocked());
    };
    const late = setTimeout(fail, PATIENCE_MS);
    element.src = src;
    element.async = true;
    element.addEventListener('error', () => {
      clearTimeout(late);
      fail();
    });
    element.addEventListener('load', () => {
      const recaptcha = offered();
      recaptcha?.ready(() => {
        clearTimeout(late);
        resolve(recaptcha);
      });
    });
    document.head.append(element);
  });
}

/** A token for one attempt to send: it is good once, for two minutes. */
export async function captchaToken(captcha: Captcha): Promise<string> {
  const recaptcha = await loadCaptcha(captcha);
  try {
    return await recaptcha.execute(captcha.site_key, { action: captcha.action });
  } catch {
    throw new CaptchaBlocked();
  }
}

/** What a call carries to show that a person makes it; nothing where nobody asks. */
export interface Proof {
  recaptcha_token?: string;
}

/** How to get a proof for something that is no form of the channel's own; null where nobody asks for one. */
export function useChallenge(action: 'register' | 'login' | 'password_reset'): Captcha | null {
  const { recaptcha_script: script, recaptcha_site_key: site_key } = useBootstrap().settings.services;
  return useMemo(() => (script && site_key ? { script, site_key, action } : null), [script, site_key, action]);
}

export async function prove(captcha: Captcha | null): Promise<Proof> {
  return captcha ? { recaptcha_token: await captchaToken(captcha) } : {};
}

/** Sends without a proof, and once more with one when the server then asks for it. */
export async function proveWhenAsked<T>(captcha: Captcha | null, send: (proof: Proof) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!captcha || !hasCode(error, 'captcha_required')) throw error;
    return send(await prove(captcha));
  }
}
