/** What a program that a test or a bench starts gets of this process's own environment; its settings come on top. */

/** Where programs lie, where Node keeps what it has compiled, and how memory is kept (bootstrap.mjs). */
const PASSED = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']

export function bareEnvironment(): Record<string, string> {
  const { env } = process
  return Object.fromEntries(PASSED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
