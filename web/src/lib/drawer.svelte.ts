// The rule that is open beside the battle.
class Drawer {
  rule = $state<string | null>(null);

  open(id: string) {
    this.rule = id;
  }

  close() {
    this.rule = null;
  }
}

export const drawer = new Drawer();
