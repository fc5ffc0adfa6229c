import type { SocialProvider } from '#/api/ways';

/** The sign of a provider, in the colours that it is known by; its name stands beside it. */
export function BrandMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg className="ways__mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {provider === 'google' ? <Google /> : <Facebook />}
    </svg>
  );
}

function Google() {
  return (
    <>
      <circle cx="12" cy="12" r="12" fill="#fff" />
      <g fill="none" strokeWidth="3" transform="translate(-3.4 -3.4) scale(1.28)">
        <path d="M16.6 7.9A6.2 6.2 0 0 0 6.5 9.2" stroke="#ea4335" />
        <path d="M6.5 9.2a6.2 6.2 0 0 0 0 5.6" stroke="#fbbc05" />
        <path d="M6.5 14.8a6.2 6.2 0 0 0 9.5 2" stroke="#34a853" />
        <path d="M16 16.8a6.2 6.2 0 0 0 2.2-4.6H12" stroke="#4285f4" />
      </g>
    </>
  );
}

function Facebook() {
  return (
    <>
      <circle cx="12" cy="12" r="12" fill="#1877f2" />
      <path
        fill="#fff"
        d="M13.4 24v-8.9h3l.6-3.5h-3.6V9.4c0-1 .5-1.9 2-1.9h1.7v-3s-1.4-.2-2.8-.2c-2.8 0-4.6 1.6-4.6 4.6v2.7H6.6v3.5h3.1V24z"
      />
    </>
  );
}
