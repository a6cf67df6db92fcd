/**
 * Environment of child processes that should use little memory.
 * It excludes our settings, which contain secrets.
 */

const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env

/**
 * Makes all threads share one heap, which returns free memory.
 * Otherwise tens of megabytes of past peaks stay allocated.
 */
export const LOW_MEMORY_ENV = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  PATH,
  SystemRoot,
  NODE_COMPILE_CACHE,
}
