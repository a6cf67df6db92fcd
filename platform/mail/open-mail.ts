/** Opens the SMTP server at SMTP_URL, or the folder `outbox` in DATA_DIR. */
import path from 'node:path'
import type { ServerSettings } from '../config.ts'
import type { MailSender } from './mail.ts'
import { openMailOutbox } from './outbox.ts'
import { openSmtpMail } from './smtp.ts'

const FROM = 'WasteSense <no-reply@wastesense.example>'

export function openMail({ SMTP_URL, MAIL_FROM = FROM, DATA_DIR }: ServerSettings): MailSender {
  return SMTP_URL ? openSmtpMail(SMTP_URL, MAIL_FROM) : openMailOutbox(path.join(DATA_DIR, 'outbox'), MAIL_FROM)
}
