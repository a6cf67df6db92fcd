/**
 * Child process that draws boxes on our pictures.
 * It can read SVG, so it never receives untrusted files.
 */
import { drawn } from './draw.ts'
import { openFolders } from './folders.ts'
import { answerTasks } from './tasks.ts'

const { kept, find } = openFolders(process.argv[2] as string)

answerTasks(async (task) => {
  if (task.does !== 'draw') throw new Error('nothing is decoded where drawings are read')
  const bytes = await find(task.hash)
  return bytes && kept.put(await drawn(bytes, task.boxes))
})
