/** Runs the MongoDB double: `node main.ts --port 27017 [--file data.log]`. */
import { parseArgs } from 'node:util'
import { startMongoDouble } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '27017' }, file: { type: 'string' } } })
const double = await startMongoDouble({ port: Number(values.port), file: values.file })
console.log(`MongoDB double at ${double.url}${values.file ? `, kept in ${values.file}` : ', kept in memory'}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void double.close())
