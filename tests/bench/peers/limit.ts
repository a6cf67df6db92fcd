/**
 * Minimal server for comparison: it sends each posted row to all boards and stores nothing.
 * No server can broadcast faster.
 */
import { servePeer } from './serve.ts'

servePeer(async (row, tell) => tell(row))
