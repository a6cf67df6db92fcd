/** What a program that a test or a bench starts gets of this process's own environment; its settings come on top. */

/** Where programs lie, and where Node keeps what it has compiled. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
