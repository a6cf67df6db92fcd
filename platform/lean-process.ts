/** The environment of a process of ours that is to take little memory; none of our own settings: secrets are among them. */

const { PATH, SystemRoot, NODE_COMPILE_CACHE } = process.env

/** One heap for all threads, and what lies free in it is given back: tens of megabytes otherwise, of what was once needed. */
export const LEAN = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
  PATH,
  SystemRoot,
  NODE_COMPILE_CACHE,
}
