/** Passkeys of this browser: the options of the server in, the response for the server out (WebAuthn, 5.1). */

type Json = Record<string, unknown>;

/** Whether passkeys can work here: they need a domain and a secure page. */
export function passkeysWork(): boolean {
  const { hostname } = location;
  return 'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|:/.test(hostname);
}

/** Whether the browser can offer passkeys among the suggestions of a field. */
export async function suggestsPasskeys(): Promise<boolean> {
  if (!passkeysWork()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Creates a passkey; null where the person does not want to. A device that has one already throws an InvalidStateError. */
export async function createPasskey(options: Json): Promise<Json | null> {
  const { challenge, user, excludeCredentials, ...rest } = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = {
    ...rest,
    challenge: decode(challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: (excludeCredentials ?? []).map((one) => ({ ...one, id: decode(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await chosen(navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...common(made),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Has the person choose a passkey, by a dialog or among suggestions; null where they do not want to. */
export async function getPasskey(options: Json, how: { suggest: boolean; signal: AbortSignal }): Promise<Json | null> {
  const { challenge, allowCredentials, ...rest } = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = {
    ...rest,
    challenge: decode(challenge),
    allowCredentials: (allowCredentials ?? []).map((one) => ({ ...one, id: decode(one.id) })),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = await chosen(
    navigator.credentials.get({ publicKey, signal: how.signal, ...(how.suggest && { mediation: 'conditional' }) }),
  );
  if (!used) return null;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    ...common(used),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle && { userHandle: encode(response.userHandle) }),
    },
  };
}

/** Browsers say NotAllowedError for a person who closes the dialog and for one who takes too long. */
async function chosen(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
    throw error;
  }
}

function common({ id, rawId, type }: PublicKeyCredential): Json {
  return { id, rawId: encode(rawId), type, clientExtensionResults: {} };
}

/** Bytes as base64url without padding. */
function encode(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}
