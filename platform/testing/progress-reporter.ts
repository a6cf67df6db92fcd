/** Vitest reporter for `npm test`: one line per finished file, with the remaining and running files. */
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node'

/** Interval of progress lines without a terminal, in ms. */
const WAITING_INTERVAL_MS = 30_000
/**
 * Lines of an error that are printed at once.
 * The full error follows at the end of the run.
 */
const MESSAGE_LINES = 4

export default class ProgressReporter extends DefaultReporter {
  #remaining = 0
  /** Start times of running files. */
  readonly #running = new Map<string, number>()
  #waiting: NodeJS.Timeout | undefined

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#remaining = specifications.length
    if (this.isTTY) return
    this.#waiting = setInterval(() => this.#printWaiting(), WAITING_INTERVAL_MS)
    this.#waiting.unref()
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(module.relativeModuleId, Date.now())
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId)
    this.#remaining--
    this.#waiting?.refresh()
    super.onTestModuleEnd(module)
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#waiting)
    super.onTestRunEnd(...args)
  }

  /**
   * Prints the file's line and its failed tests.
   * A terminal already shows the running files.
   */
  protected override printTestModule(module: TestModule): void {
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed')
    const skipped = tests.filter((test) => test.result().state === 'skipped').length
    const seconds = (module.diagnostic().duration / 1_000).toFixed(1)
    const counts = [
      plural(tests.length, 'test'),
      ...(failed.length ? [`${failed.length} failed`] : []),
      ...(skipped ? [`${skipped} skipped`] : []),
    ]
    const rest = this.isTTY ? '' : ` · ${this.#rest()}`
    this.log(`${module.ok() ? '✓' : '✗'} ${module.relativeModuleId} (${counts.join(', ')}) ${seconds} s${rest}`)
    for (const test of failed) {
      this.log(`    ✗ ${test.fullName}`)
      const message = test.result().errors?.[0]?.message ?? ''
      for (const line of message.split('\n', MESSAGE_LINES)) this.log(`      ${line}`)
    }
  }

  #printWaiting(): void {
    const waits = [...this.#running].map(([file, since]) => `${file} for ${Math.round((Date.now() - since) / 1_000)} s`)
    this.log(`  running: ${waits.join(', ') || 'nothing yet'} · ${plural(this.#remaining, 'file')} left`)
  }

  #rest(): string {
    const running = [...this.#running.keys()].map((file) => file.replace(/\.test\.tsx?$/, ''))
    return `${this.#remaining} left${running.length ? `, running ${running.join(', ')}` : ''}`
  }
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
