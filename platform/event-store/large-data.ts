/**
 * Stores the large data of cached events in a file, not in memory.
 * The file has no name and disappears with its process.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { makeFolder, PRIVATE_MODES } from '../private-files.ts'
import type { LoggedEvent } from './event-store.ts'
import { upcast } from './upcast.ts'

/**
 * Data with more characters is large.
 * Few events have that much.
 */
export const LARGE_DATA_MIN_CHARS = 1_024
/** Maximum size of the cache for large event data, in JSON characters. */
const CACHED_CHARS = 8 * 1024 * 1024

/** Creates a cache of large data by event id, sized in JSON characters. */
export const createLargeDataCache = () => new LRUCache<string, object>({ maxSize: CACHED_CHARS })

export interface LargeDataFile {
  /**
   * Returns the event, with large data read from the file on demand.
   * Returns it unchanged if small, or if the file can't be written.
   */
  lean(event: LoggedEvent): LoggedEvent
  close(): void
}

/**
 * Returns the file for large data of events.
 * The file is created in `folder` when it is first needed.
 */
export function openLargeDataFile(folder: string): LargeDataFile {
  const places = new Map<string, { at: number; length: number }>()
  const cached = createLargeDataCache()
  let file: number | undefined
  let end = 0

  function open(): number {
    makeFolder(folder)
    const name = path.join(folder, `.${randomUUID()}.part`)
    const opened = openSync(name, 'wx+', PRIVATE_MODES.file)
    rmSync(name, { force: true })
    return opened
  }

  function write(id: string, text: string): void {
    file ??= open()
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, end + done)
    places.set(id, { at: end, length: bytes.length })
    end += bytes.length
  }

  function dataOf(id: string): object {
    const known = cached.get(id)
    if (known) return known
    const place = places.get(id)
    if (!place || file === undefined) throw new Error(`The data of event ${id} was not kept.`)
    const bytes = Buffer.alloc(place.length)
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(file, bytes, done, bytes.length - done, place.at + done)
      if (read === 0) throw new Error(`The data of event ${id} is cut off.`)
      done += read
    }
    const data = JSON.parse(bytes.toString('utf8')) as object
    cached.set(id, data, { size: place.length })
    return data
  }

  return {
    lean(event) {
      const text = JSON.stringify(event.data)
      if (text.length <= LARGE_DATA_MIN_CHARS) return event
      const { position, stream, revision, id, type, at, data, meta } = event
      try {
        if (!places.has(id)) write(id, text)
      } catch {
        // Writing failed, perhaps because the disk is full.
        // The event's data then stays in memory.
        return event
      }
      // Caches the data, because the reader of an event usually needs it next.
      cached.set(id, data, { size: text.length })
      return upcast({ position, stream, revision, id, type, at, data: () => dataOf(id), meta })
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
