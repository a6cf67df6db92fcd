/**
 * Minimal server with a store, for comparison.
 * PostgreSQL notifies the server of each stored row, and the server sends the row to clients.
 */
import pg from 'pg'
import { servePeer } from './serve.ts'

const connection = { connectionString: process.argv[2] }
const pool = new pg.Pool({ ...connection, max: 16 })
await pool.query('CREATE TABLE reports (id uuid PRIMARY KEY, row jsonb NOT NULL)')
const listener = new pg.Client(connection)
await listener.connect()
await listener.query('LISTEN reports')

const STORE = `WITH stored AS (INSERT INTO reports VALUES ($1, $2) RETURNING row)
  SELECT pg_notify('reports', row::text) FROM stored`
const tell = servePeer(async (row) => void (await pool.query({ name: 'store', text: STORE, values: [row.id, row] })))
listener.on('notification', ({ payload }) => tell(JSON.parse(payload ?? '')))
