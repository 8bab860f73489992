import { createFileRoute } from '@tanstack/react-router'
import { ProofPage } from '../features/sort-proof/proof-page.tsx'

export const Route = createFileRoute('/team-sort')({ component: ProofPage })
