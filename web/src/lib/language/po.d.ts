/** Types of the message catalogues that the build compiles. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}

/** Languages whose texts were checked by a native speaker. */
declare const REVIEWED_LOCALES: readonly string[]
