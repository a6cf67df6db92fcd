/** What of the frame is fetched after the first screen, in one file: toasts, and what tells of a lost connection. */
export { ConnectionStrip } from './connection-strip.tsx'
export { ToastList } from './toast-list.tsx'
