/** The process in which boxes are drawn on pictures of ours. It reads drawings too, so nothing that anybody sent comes here. */
import { drawn } from './draw.ts'
import { answerTasks } from './tasks.ts'

answerTasks(async (task) => {
  if (task.does !== 'draw') throw new Error('nothing is decoded where drawings are read')
  return drawn(task.source, task.boxes)
})
