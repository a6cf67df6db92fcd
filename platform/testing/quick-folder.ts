/** Chooses the folder of test databases: in memory if there is space. */
import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Linux's folder in memory.
 * Data of a killed process remains there, as on a disk.
 */
const IN_MEMORY = '/dev/shm'
/**
 * Space that a run needs.
 * Containers often have only 64 MiB.
 */
const NEEDED_BYTES = 2 * 2 ** 30
/** Memory for browsers and servers of the run. */
const FOR_PROCESSES = 4 * 2 ** 30

/**
 * Returns a folder in memory, since each sync to disk takes some 5 ms.
 * Falls back to the system's temporary folder.
 */
export function quickFolder(inMemory = IN_MEMORY, neededBytes = NEEDED_BYTES): string {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, process.availableMemory() - FOR_PROCESSES) >= neededBytes ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
