/** Runs the EventStoreDB double as a process of its own: `node main.ts --port N [--file F]`, ended by a signal. */

import { parseArgs } from 'node:util'
import { startEventStoreDouble } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, file: { type: 'string' } } })
const double = await startEventStoreDouble({ port: Number(values.port ?? 0), file: values.file })
console.log(double.url)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void double.close())
