/** Upper limit of broadcasting: a server that sends each posted row to all boards and stores nothing. */
import { servePeer } from './serve.ts'

servePeer(async (row, tell) => tell(row))
