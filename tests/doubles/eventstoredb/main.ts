/**
 * Runs the EventStoreDB double until a signal.
 * Usage: `node main.ts --port N [--file F] [--commit-ms N]`.
 */

import { parseArgs } from 'node:util'
import { startEventStoreDouble } from './server.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { port: text, file: text, 'commit-ms': text } })
const double = await startEventStoreDouble({
  port: Number(values.port ?? 0),
  file: values.file,
  commitMs: Number(values['commit-ms'] ?? 0),
})
console.log(double.url)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void double.close())
