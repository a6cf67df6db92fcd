/** Types of message catalogues as the build compiles them. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}

/** Languages whose texts a native speaker has checked. */
declare const REVIEWED_LOCALES: readonly string[]
