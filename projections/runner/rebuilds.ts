/**
 * Rebuilds views while they are read, one at a time.
 * Builds each in memory from the whole log.
 * Then replaces differing rows at one position, so readers never see a gap.
 * Swapping tables would lose events that another process wrote.
 */
import { type TableName, tableNameOf, type ViewName } from '#contract/tables.ts'
import { type EventStore, LOG_START } from '#platform/event-store/event-store.ts'
import type { LogMark } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import type { ReadStore, Row, Tables } from '#platform/read-store/read-store.ts'
import type { Quarantine } from './quarantine.ts'
import { createViewRebuild } from './refold.ts'
import type { AnyView } from './view.ts'

export interface ViewRebuildStatus {
  view: ViewName
  /** Position of the event that requested the rebuild. */
  asked: number
  state: 'waiting' | 'running' | 'done'
  /**
   * Log position that the rebuild has reached.
   * It ends at the position `of`.
   */
  position: number
  of: number
  /** Number of rows that the rebuild replaced, because they differed from the log. */
  corrected: number
}

interface RebuildOptions {
  store: Pick<EventStore, 'readAll'>
  reads: Tables & Pick<ReadStore, 'durable'>
  views: readonly AnyView[]
  log: Log
  setAside: Quarantine
  /** Returns the position up to which rows are complete. */
  position: () => number
  /** Returns a mark of the event at `position()`, which shows whether the log has been replaced. */
  mark: () => LogMark | undefined
  /** Runs `work` at a time when the projection runner applies no batch of events. */
  serially: <T>(work: () => Promise<T>) => Promise<T>
  /** Notifies listeners of rows that changed without a new event. */
  tell: (view: ViewName, rows: Map<string, Row>, position: number) => void
  stopping: AbortSignal
  retryMs: number
}

const TABLE = 'rebuilds@1'
/**
 * Returns the name of a table that has only a checkpoint, and no rows.
 * The checkpoint is the position of the view's last completed rebuild request.
 * It is set after the view's rows are written.
 */
const doneTable = (view: ViewName): TableName => `rebuilt-${view}@1`
/**
 * Maximum number of passes of a rebuild.
 * A pass compares and replaces rows.
 * It is repeated if another process wrote a row meanwhile.
 */
const MAX_PASSES = 10

export function createViewRebuilds({
  store,
  reads,
  views,
  log,
  setAside,
  position,
  mark,
  serially,
  tell,
  ...rest
}: RebuildOptions) {
  const { stopping, retryMs } = rest
  const all = new Map<ViewName, ViewRebuildStatus>()
  let isStarted = false
  let running: Promise<void> | undefined

  async function replaceRows(
    view: AnyView,
    refolded: ReturnType<typeof createViewRebuild>,
    suspects: Row[],
  ): Promise<number> {
    return serially(async () => {
      const now = position()
      if (now < refolded.position()) throw new Error('the rows were lost; rebuilding them from the log')
      const since = await refolded.upTo(now)
      const rows = await refolded.differing(reads, new Set([...suspects.map(({ id }) => id), ...since]))
      // Gives corrected rows the current log position.
      // Clients then receive them, and no older event overwrites them.
      const corrected = rows.map((row) => ({ ...row, position: now }))
      await reads.replace(tableNameOf(view.name), corrected, mark())
      if (corrected.length > 0) tell(view.name, new Map(corrected.map((row) => [row.id, row])), now)
      await setAside.settle(view.name, now, refolded.quarantined())
      return corrected.length
    })
  }

  async function rebuild(entry: ViewRebuildStatus, view: AnyView): Promise<void> {
    Object.assign(entry, { state: 'running', position: 0, of: position(), corrected: 0 })
    const refolded = createViewRebuild({ store, view })
    const step = (at: number) => {
      entry.position = at
    }
    await refolded.upTo(entry.of, { step, isOver: () => stopping.aborted })
    if (stopping.aborted) return
    let suspects = await refolded.differing(reads)
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      entry.corrected += await replaceRows(view, refolded, suspects)
      suspects = await refolded.differing(reads)
      if (suspects.length === 0) break
    }
    if (reads.durable) await reads.setCheckpoints(new Map([[doneTable(entry.view), entry.asked]]), mark())
    Object.assign(entry, { state: 'done', position: entry.of })
    log.info({ view: entry.view, corrected: entry.corrected }, 'a view was rebuilt')
  }

  async function runAll(): Promise<void> {
    for (;;) {
      const entry = [...all.values()].find(({ state }) => state !== 'done')
      const view = views.find(({ name }) => name === entry?.view)
      if (!entry || !view || stopping.aborted) return
      try {
        await rebuild(entry, view)
      } catch (error) {
        log.error({ err: error, view: view.name }, 'a view could not be rebuilt; trying again')
        entry.state = 'waiting'
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
  }

  function run(): void {
    if (!isStarted || running) return
    running = runAll().finally(() => {
      running = undefined
      // Starts again, because a rebuild may have been requested while the last one ended.
      if (!stopping.aborted && [...all.values()].some(({ state }) => state === 'waiting')) run()
    })
  }

  function enqueue(view: ViewName, asked: number): void {
    // Ignore the request if a rebuild is not done yet.
    // That rebuild reads the whole log and also fulfils this request.
    const under = all.get(view)
    if (under && under.state !== 'done') return
    all.set(view, { view, asked, state: 'waiting', position: 0, of: 0, corrected: 0 })
    run()
  }

  async function isDone(view: ViewName, asked: number): Promise<boolean> {
    return ((await reads.checkpoint(doneTable(view))) ?? LOG_START) >= asked
  }

  return {
    all: (): readonly ViewRebuildStatus[] => [...all.values()],

    /** Resumes rebuilds that were requested, but not finished before the process ended. */
    async load(): Promise<void> {
      if (!reads.durable) return
      for (const { name } of views) {
        const [asked] = await reads.get(TABLE, [`asked/${name}`])
        if (asked && !(await isDone(name, asked.position))) enqueue(name, asked.position)
      }
    },

    /**
     * Handles a request to rebuild a view.
     * A store in memory needs no rebuild, because each start fills it from the log.
     */
    async ask(target: string, asked: number): Promise<void> {
      const view = views.find(({ name }) => name === target)
      if (!view || (!isStarted && !reads.durable)) return
      // Skip rebuilds that are already done.
      // A new view reads their requests from the log, too.
      if (!isStarted && (await isDone(view.name, asked))) return
      if (reads.durable) await reads.replace(TABLE, [{ id: `asked/${view.name}`, position: asked }])
      enqueue(view.name, asked)
    },

    /**
     * Starts the queued rebuilds of views.
     * Call it after the views have first read the whole log.
     */
    begin(): void {
      isStarted = true
      run()
    },

    /** Settles when no rebuild is running. */
    async ended(): Promise<void> {
      await running
    },
  }
}
