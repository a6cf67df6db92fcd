/** Upper limit of broadcasting: a server that sends each posted row to all boards and stores nothing. */
import { serve } from './serve.ts'

serve(async (row, tell) => tell(row))
