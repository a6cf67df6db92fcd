/** Badge that marks reports made by phone. */
import { Trans } from '@lingui/react/macro'
import { IconPhone } from '@tabler/icons-react'
import { Badge } from './marks.tsx'

/**
 * Badge for a report made by phone.
 * It has no photo and no email, but a number to call back.
 */
export function ByPhoneBadge() {
  return (
    <Badge tone="plain">
      <IconPhone size={12} stroke={1.75} aria-hidden />
      <Trans>By phone</Trans>
    </Badge>
  )
}
