/**
 * Minimal server for comparison: sends posted rows to all boards, without storing.
 * No server can be faster.
 */
import { servePeer } from './serve.ts'

servePeer(async (row, tell) => tell(row))
