# What an assistive program does with the desk's window, over the bus of accessibility: the program as it is installed has
# no other door. The desk has to be started with --force-renderer-accessibility.
#   read                    every line of the window: role, name
#   press ROLE NAME         presses the first that matches the name (a regular expression)
#   focus ROLE NAME         moves the keyboard there
import re
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

WAIT_S = 40


def everything(node, depth=0):
    if node is None or depth > 60:
        return
    yield node
    for index in range(node.get_child_count()):
        yield from everything(node.get_child_at_index(index), depth + 1)


def desk():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(index)
        if program is not None and program.get_name() == "ballast":
            yield from everything(program)


def find(role, name):
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        try:
            for node in desk():
                if node.get_role_name() == role and re.search(name, node.get_name() or ""):
                    if node.get_state_set().contains(Atspi.StateType.ENABLED):
                        return node
        except gi.repository.GLib.Error:
            pass  # It was drawn anew meanwhile.
        time.sleep(0.2)
    read()
    sys.exit(f"there is no {role} {name}")


def read():
    for node in desk():
        try:
            text = Atspi.Text.get_text(node, 0, -1) if node.get_role_name() == "entry" else ""
            if node.get_name() or text:
                print(f"{node.get_role_name()}: {node.get_name()}{' = ' + text if text else ''}")
        except gi.repository.GLib.Error:
            pass


def press(role, name):
    node = find(role, name)
    if not Atspi.Action.do_action(node, 0):
        sys.exit(f"{role} {name} could not be pressed")


def focus(role, name):
    if not Atspi.Component.grab_focus(find(role, name)):
        sys.exit(f"{role} {name} took no focus")


command, *rest = sys.argv[1:]
{"read": read, "press": press, "focus": focus}[command](*rest)
