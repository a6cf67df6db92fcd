/**
 * Minimal environment for programs that tests and benches start.
 * Their settings are added to it.
 */

/** Program paths, Node's compile cache and memory settings (bootstrap.mjs). */
const PASSED = ['PATH', 'TMPDIR', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_']

export function bareEnvironment(): Record<string, string> {
  const { env } = process
  return Object.fromEntries(PASSED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
