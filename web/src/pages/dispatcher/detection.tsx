/** On wide screens the map is above the fold. */
import { DetectionPanel } from '#web/features/analyses/detection-panel.tsx'
import { AnalysisForm } from '#web/features/sites/analysis-form.tsx'

export function Detection({ className }: { className: string | undefined }) {
  return <DetectionPanel className={className} update={(props) => <AnalysisForm {...props} />} />
}
