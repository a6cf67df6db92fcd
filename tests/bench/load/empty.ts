/**
 * Measures the upper limit of HTTP on this machine.
 * An Express 5 app answers a JSON POST with an empty object.
 */
import type { AddressInfo } from 'node:net'
import express from 'express'

const app = express()
app.use(express.json())
app.post('/api/empty', (_request, response) => void response.json({}))
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
