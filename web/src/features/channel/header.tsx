import { AccountMenu } from './account-menu';
import { LanguageSwitch } from './language-switch';
import { Logo } from './logo';
import { MenuButton } from './menu-button';
import { Nav } from './nav';
import { Search } from './search';
import { SpoilerSwitch } from './spoiler-switch';

export function Header() {
  return (
    <div className="wrap top">
      <Logo />
      <Nav />
      <div className="top__end">
        <Search />
        <SpoilerSwitch className="ib hide-s" />
        <LanguageSwitch className="lang" />
        <AccountMenu />
        <MenuButton />
      </div>
    </div>
  );
}
