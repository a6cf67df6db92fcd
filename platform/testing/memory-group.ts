/** A group of processes with a limit of memory, as a container has it. Needs Linux, root, and a writable tree of groups. */
import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = '/sys/fs/cgroup'

/** The files of a group in the two versions of the kernel's interface. */
const VERSIONS = [
  { folder: ROOT, needs: 'cgroup.subtree_control', limit: 'memory.max', events: 'memory.events' },
  {
    folder: path.join(ROOT, 'memory'),
    needs: 'cgroup.procs',
    limit: 'memory.limit_in_bytes',
    events: 'memory.oom_control',
  },
]

export interface MemoryGroup {
  /** A setting of Node by which a process joins at its start, and its children with it. */
  nodeOption: string
  /** Returns how many processes were killed for want of memory. */
  killed(): number
  /** Removes the group. Its processes must have ended. */
  remove(): void
}

/** Makes a group; undefined where that can't be done. */
export function makeMemoryGroup(bytes: number): MemoryGroup | undefined {
  for (const { folder, needs, limit, events } of VERSIONS) {
    const group = path.join(folder, `wastesense-test-${randomUUID()}`)
    try {
      accessSync(path.join(folder, needs), constants.W_OK)
      mkdirSync(group)
    } catch {
      continue
    }
    const remove = () => rmdirSync(group)
    try {
      writeFileSync(path.join(group, limit), String(bytes))
    } catch {
      remove()
      continue
    }
    const join = `import{writeFileSync}from"node:fs";writeFileSync("${group}/cgroup.procs",String(process.pid))`
    return {
      nodeOption: `--import=data:text/javascript,${encodeURIComponent(join)}`,
      killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(path.join(group, events), 'utf8'))?.[1]),
      remove,
    }
  }
  return undefined
}
