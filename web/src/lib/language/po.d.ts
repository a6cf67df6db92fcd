/** What the build makes of the message catalogues. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}

/** Languages whose texts a speaker has checked. */
declare const REVIEWED_LOCALES: readonly string[]
