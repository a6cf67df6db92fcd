/** Where tests keep their databases: in memory where there is room for them. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's folder in memory. What a killed process has written stays there as it would on a disk. */
const IN_MEMORY = '/dev/shm'
/** What a run is given there; a container's own is often 64 MiB. */
const NEEDED_BYTES = 2 * 2 ** 30
/** Memory that browsers and servers take of the run themselves, whatever the folder says that it has. */
const FOR_PROCESSES = 4 * 2 ** 30

/** A folder in which a commit does not wait for a disk, which takes some 5 ms each time; the system's for temporary files where there is none. */
export function quickFolder(inMemory = IN_MEMORY, neededBytes = NEEDED_BYTES): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, process.availableMemory() - FOR_PROCESSES) >= neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
