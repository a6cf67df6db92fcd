/** Upper limit of the wire: sends each posted row to all boards and stores nothing. */
import { serve } from './serve.ts'

serve(async (row, tell) => tell(row))
