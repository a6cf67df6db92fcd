/** Rules that keep tests independent of the machine's speed, checked on their source. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'data'])
/** Tests that the rules do not cover yet. */
const LEFT_OUT = ['bench/']
/** Matches tests and files that only tests use. */
const SUPPORT =
  /(\.test\.tsx?|(^|\/)(spec[^/]*|conformance[^/]*)\.tsx?)$|^platform\/(testing|mongodb-double|event-store\/double)\//

interface Rule {
  what: string
  /** Recommended alternative. */
  instead: string
  found: RegExp
  /** Exempt files with the reason. */
  except?: Record<string, string>
}

const RULES: Rule[] = [
  {
    what: 'a time limit of one test, hook or file',
    instead: 'leave it to the limit in vitest.config.ts, which only ends a hang',
    // The last argument, or an option of the test or file.
    found: /^\}, (\d[\d_]*|[A-Z_]+_MS)\)$|\b(testTimeout|hookTimeout)\b|\b(it|test|describe)\([^)]*\{ timeout:/,
  },
  {
    what: 'a poll with a limit of its own',
    instead: 'use eventually(), or expect.poll() without options',
    found: /vi\.(waitFor|waitUntil)\(|expect\.poll\([^)]*\{ (timeout|interval)/,
    except: {
      'platform/testing/eventually.ts': 'the one place that sets the limit',
      'e2e/replay.test.ts': 'each try is a command, and commands are limited',
    },
  },
  {
    what: 'an assertion on how long something took',
    instead: 'count what was done, hold it up by a gate, or inject the clock',
    found:
      /expect\([^\n]*(performance\.now\(\)|Date\.now\(\)) - |- (began|begun|started|asked)\b[^\n]*\)\.toBe(Less|Greater)/,
  },
  {
    what: 'a sleep',
    instead: 'wait for the condition with eventually(), for an event, or for a gate',
    found:
      /import \{[^}]*setTimeout[^}]*\} from 'node:timers\/promises'|new Promise[^\n]*\bsetTimeout\(|setTimeout\((resolve|done)\b/,
    except: {
      'platform/event-store/double/append.ts': 'the real server takes this long, too; no test waits for it',
      'e2e/push.test.ts': 'one turn of the event loop of a service worker',
      'e2e/rolling-restart.int.test.ts': 'clients pause between two requests',
      'bootstrap/progress.test.ts': 'the clock of this test is a fake one',
      'projections/feed/lines.test.ts': 'the clock of this test is a fake one',
    },
  },
  {
    what: 'a port that nobody reserved',
    instead: 'use freePort(), or port 0 for a server that is never stopped before the test ends',
    found: /(\/\/|connect\()127\.0\.0\.1:\d+\b/,
    except: {
      'e2e/bad-start.test.ts': 'nothing may listen at port 1 without being root',
      'platform/config.test.ts': 'nothing connects',
      'platform/http/local.test.ts': 'nothing connects',
    },
  },
]

const sources = readdirSync(ROOT)
  .filter((name) => !NOT_OURS.has(name) && statSync(path.join(ROOT, name)).isDirectory())
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  )
  .filter((file) => SUPPORT.test(file) && !LEFT_OUT.some((folder) => file.startsWith(folder)))
  .filter((file) => path.join(ROOT, file) !== import.meta.filename)

it('covers the tests', () => {
  expect(sources.length).toBeGreaterThan(350)
})

it.each(RULES)('no test has $what: $instead', ({ found, except = {} }) => {
  const lines = sources
    .filter((file) => !(file in except))
    .flatMap((file) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (found.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
  expect(lines).toEqual([])
})

it.each(RULES.flatMap(({ found, except = {} }) => Object.keys(except).map((file) => ({ file, found }))))(
  'the exception of $file is still needed',
  ({ file, found }) => {
    expect(
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .some((line) => found.test(line)),
    ).toBe(true)
  },
)
