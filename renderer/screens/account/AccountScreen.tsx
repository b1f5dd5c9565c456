// The account over time and by symbol: what it is worth, what made and lost money, where the money is, what happened.
import '#renderer/screens/account/account.css';
import { ActivitiesPanel } from '#renderer/screens/account/ActivitiesPanel.tsx';
import { AllocationPanel } from '#renderer/screens/account/AllocationPanel.tsx';
import { EquityPanel } from '#renderer/screens/account/EquityPanel.tsx';
import { Figures } from '#renderer/screens/account/Figures.tsx';
import { ProfitPanel } from '#renderer/screens/account/ProfitPanel.tsx';

export function AccountScreen() {
  return (
    <main className="account-screen" aria-label="Account">
      <Figures />
      <EquityPanel />
      <AllocationPanel />
      <ProfitPanel />
      <ActivitiesPanel />
    </main>
  );
}
