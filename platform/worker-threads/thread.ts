/** Program of every thread: runs the task's module and keeps its errors' codes. */

/** Input of a thread. */
export interface ThreadTask {
  /** Address of the module with the function to run. */
  program: string
  data: unknown
}

/**
 * Result of a task.
 * `codes` has the error's own fields, such as `code`.
 * An error loses them when it is copied between threads.
 */
export type ThreadOutcome = { answer: unknown } | { error: unknown; codes: object }

/** Runs the default function of the task's module. */
export default async function runTask({ program, data }: ThreadTask): Promise<ThreadOutcome> {
  try {
    const { default: run } = await import(program)
    return { answer: await run(data) }
  } catch (error) {
    const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown }
    return { error, codes: { ...(code !== undefined && { code }), ...(errcode !== undefined && { errcode }) } }
  }
}
